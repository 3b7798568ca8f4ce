'use strict';

const Collection = require('./collection');
const Loans = require('./loans');

exports.tools = new Collection('tools');
exports.members = new Collection('members');
exports.loans = new Loans();
