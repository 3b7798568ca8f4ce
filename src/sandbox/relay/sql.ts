/** Which SQL a trial may send to a live database: what reads. The session is read-only besides; this stops what that does not. */

export type Dialect = 'postgres' | 'mysql';

/** Ends the read-only state by name, or is executable text in a comment. */
const never: Readonly<Record<Dialect, RegExp>> = {
  postgres: /transaction_read_only|set_config|session_replication_role|characteristics|\bU&['"]/i,
  mysql: /\/\*M?!/i,
};

const heads: Readonly<Record<Dialect, RegExp>> = {
  postgres:
    /^(select|with|values|table|show|explain|begin|start|commit|end|rollback|abort|savepoint|release|reset|deallocate|discard|close|fetch|move|declare|prepare|execute|listen|unlisten|set)\b/,
  mysql:
    /^(select|with|values|table|show|explain|desc|describe|begin|start|commit|rollback|savepoint|release|use|set)\b/,
};

/** Settings that change how answers look, and nothing else. */
const settings: Readonly<Record<Dialect, RegExp>> = {
  postgres:
    /^set (?:session |local )?(?:(?:search_path|datestyle|intervalstyle|timezone|application_name|extra_float_digits|bytea_output|client_min_messages|lock_timeout)\b|time zone\b|transaction isolation\b|(?:client_encoding(?: to| ?=)|names) ?'?(?:utf-?8|unicode)\b)/,
  mysql:
    /^set (?:names '?(?:utf8|utf8mb3|utf8mb4|latin1)\b|(?:session )?transaction isolation level [\w ]+$|(?:(?:session |@@(?:session\.)?)?(?:time_zone|autocommit|group_concat_max_len|net_write_timeout|net_read_timeout|wait_timeout) ?= ?[^,]*(?:, ?|$))+$)/,
};

/** Allowed inside a read-only transaction, and yet felt by others. */
const effects: Readonly<Record<Dialect, RegExp>> = {
  postgres:
    /\b(read write|prepare transaction|(?:commit|rollback) prepared|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile\w*|pg_(?:try_)?advisory\w*|pg_notify|lo_\w+|lowrite|dblink\w*|pg_logical\w*|pg_\w*replication\w*|pg_switch_\w+|pg_promote|pg_backup\w*|pg_start_backup|pg_stop_backup|pg_stat\w*_reset\w*|pg_file_\w+|pg_read_\w*file\w*|pg_wal\w*|pg_create\w*|pg_import\w*|pg_export_snapshot|pg_log_\w+)\b/,
  mysql:
    /\b(read write|into (?:out|dump)file|for update|for share|lock in share mode|get_lock|release_lock|release_all_locks|load_file|nextval|setval|next value for|benchmark|sleep|master_pos_wait|(?:wait_for|wait_until)_\w+)\b/,
};

/** Why this may not be sent, or null. Literals are not in the reason. */
export function refusedSql(text: string, dialect: Dialect): string | null {
  const list = never[dialect].test(text) ? null : statements(text, dialect);
  if (list === null) return 'it sent SQL that could undo that';
  // That a client may do so is taken from it in the login.
  if (dialect === 'mysql' && list.length > 1) return 'it sent several statements at once';
  const wrong = list.find((one) => !isReading(one, dialect));
  return wrong === undefined ? null : `it sent ${JSON.stringify(shown(wrong))}, which was refused`;
}

function isReading(statement: string, dialect: Dialect): boolean {
  if (!heads[dialect].test(statement) || effects[dialect].test(statement)) return false;
  return !statement.startsWith('set ') || settings[dialect].test(statement);
}

function shown(statement: string): string {
  const text = statement.replace(/'[^']*'/g, "'…'").replace(/\b\d+\b/g, '…');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

const pieces: Readonly<Record<Dialect, RegExp>> = {
  postgres:
    /--[^\n\r]*|\/\*|(?<![\w$\x80-\uffff])e'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$\x80-\uffff])\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$|;|\s+|['"]/gi,
  mysql: /--(?=\s|$)[^\n]*|#[^\n]*|\/\*|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`]|``)*`|;|\s+|['"`]/g,
};

/**
 * The statements in a text: lower case, without comments, literals emptied unless they are plain words.
 * Null for what another reader might cut in other places.
 */
function statements(text: string, dialect: Dialect): string[] | null {
  const pattern = new RegExp(pieces[dialect]);
  const done: string[] = [];
  let now = '';
  let at = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [piece] = match;
    now += text.slice(at, match.index);
    at = pattern.lastIndex;
    if (piece.length === 1 && /['"`]/.test(piece)) return null; // begins and never ends
    if (piece === '/*') at = commentEnd(text, at, dialect);
    else if (piece.startsWith('$')) at = text.indexOf(piece, at) + piece.length;
    if (at < pattern.lastIndex) return null;
    // Such a literal goes on where another follows on the next line.
    if (/^e'/i.test(piece) && /^(?:\s|--[^\n\r]*[\n\r])*'/.test(text.slice(at))) return null;
    pattern.lastIndex = at;
    if (piece === ';') {
      done.push(now);
      now = '';
    } else now += rewritten(piece, dialect);
  }
  return [...done, now + text.slice(at)]
    .map((one) =>
      one
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^[( ]+/, '')
        .toLowerCase(),
    )
    .filter((one) => one !== '');
}

function rewritten(piece: string, dialect: Dialect): string {
  const isName = piece.startsWith('`') || (piece.startsWith('"') && dialect === 'postgres');
  if (isName) return ` ${piece.slice(1, -1)} `;
  if (/^(?:e?['"]|\$)/i.test(piece)) return /^'[\w+-]{0,32}'$/.test(piece) ? piece : "''";
  return ' ';
}

/** PostgreSQL's comments nest. -1 where it never ends. */
function commentEnd(text: string, from: number, dialect: Dialect): number {
  if (dialect === 'mysql') return text.indexOf('*/', from) < 0 ? -1 : text.indexOf('*/', from) + 2;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1; depth > 0;) {
    const match = mark.exec(text);
    if (match === null) return -1;
    depth += match[0] === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}
