/** The environment in which a package manager may fetch: the owner's registry and proxy, and no program of the project's choosing. */

const passed =
  /^(npm_config_(registry|.*proxy|cafile|strict.ssl)|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|PATH|LANG|NODE_EXTRA_CA_CERTS)$/i;

/** `.npmrc` of a project can name programs to run; the environment has the last word over it. */
export function installEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && passed.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    npm_config_git: '/bin/false',
    npm_config_script_shell: '/bin/false',
    npm_config_node_options: '',
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}
