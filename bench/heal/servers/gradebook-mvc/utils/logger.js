const stamp = () => new Date().toISOString();

module.exports = {
  info: (...parts) => console.log(stamp(), ...parts),
  error: (...parts) => console.error(stamp(), ...parts),
};
