const defaults = require('./defaults.json');

module.exports = {
  port: process.env.PORT || defaults.port,
  school: defaults.school,
  grading: defaults.grading,
};
