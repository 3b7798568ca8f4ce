'use strict';

const fs = require('fs');
const path = require('path');

const folder = path.resolve(__dirname, '../plugins');

/** Loads what the settings name, in the order of the folder; each plugin is `{name, register(router, tools)}`. */
exports.loadPlugins = function loadPlugins(router, { store, settings, views }) {
  const loaded = [];
  for (const file of fs.readdirSync(folder).sort()) {
    const plugin = require(path.join(folder, file));
    if (!settings.plugins.includes(plugin.name)) continue;
    plugin.register(router, { store, settings, views });
    loaded.push(plugin.name);
  }
  return loaded;
};
