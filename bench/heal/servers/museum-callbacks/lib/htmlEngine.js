var fs = require('fs');

var escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text) {
  return String(text).replace(/[&<>"]/g, (one) => escapes[one]);
}

/** An Express engine: {{name}} is a value, {{#names}}…{{.}}…{{/names}} a list. */
module.exports = function (file, options, callback) {
  fs.readFile(file, 'utf8', function (err, template) {
    if (err) return callback(err);
    var values = Object.assign({}, options.settings && { view: options.settings['view engine'] }, options);
    var html = template
      .replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name, inner) => values[name].map((one) => inner.replace(/\{\{\.\}\}/g, escape(one))).join(''))
      .replace(/\{\{([\w.]+)\}\}/g, (_, name) => escape(name.split('.').reduce((value, key) => value[key], values)));
    callback(null, html);
  });
};
