function failure(statusCode, message) {
  return Object.assign(new Error(message), { statusCode });
}

module.exports = {
  notFound: (what, id) => failure(404, `${what} ${id} not found`),
  badRequest: (message) => failure(400, message),
  conflict: (message) => failure(409, message),
};
