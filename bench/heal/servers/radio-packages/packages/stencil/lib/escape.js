'use strict';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

module.exports = (value) => String(value).replace(/[&<>"]/g, (sign) => entities[sign]);
