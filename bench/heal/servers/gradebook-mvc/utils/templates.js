const fs = require('fs');

function fill(text, values) {
  return text.replace(/<%= (\w+) %>/g, (_, name) => values[name]);
}

exports.render = (file, options, callback) => {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return callback(err);
    return callback(null, fill(text, options));
  });
};
