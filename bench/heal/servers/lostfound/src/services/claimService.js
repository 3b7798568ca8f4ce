const settings = require('../settings');
const claims = require('../repositories/claims');
const items = require('../repositories/items');
const HttpError = require('../lib/httpError');
const itemService = require('./itemService');

const mask = (email) => email.replace(/^(.).*(@.*)$/, '$1***$2');

function present(claim) {
  const { id, itemId, item, name, state, claimedOn } = claim;
  return {
    id,
    itemId,
    item,
    name,
    email: mask(claim.email),
    phone: claim.phone ? claim.phone.replaceAll(' ', '') : null,
    note: claim.note ?? '',
    state,
    claimedOn,
    ...(state === 'rejected' ? { reason: claim.reason } : {}),
  };
}

function find(id) {
  const claim = claims.byId(id);
  if (!claim) throw HttpError.notFound('claim', id);
  return claim;
}

exports.list = (state) => claims.list(state).map(present);

exports.get = (id) => present(find(id));

exports.open = (input) => {
  const fields = {};
  if (!Number.isInteger(input.itemId)) fields.itemId = 'is a number';
  if (!input.name) fields.name = 'is missing';
  if (!/^\S+@\S+$/.test(input.email ?? '')) fields.email = 'is no address';
  if (Object.keys(fields).length > 0) throw HttpError.invalid(fields);
  const item = items.byId(input.itemId);
  if (!item) throw HttpError.notFound('item', input.itemId);
  if (item.status === 'returned' || item.status === 'auctioned') throw new HttpError(409, `item ${item.id} is gone`);
  const id = claims.insert({ ...input, claimedOn: settings.today() });
  items.setStatus(item.id, 'claimed');
  return exports.get(id);
};

exports.accept = (id) => {
  const claim = find(id);
  if (claim.state !== 'open') throw new HttpError(409, `claim ${id} is ${claim.state}`);
  claims.close(id, 'accepted');
  for (const other of claims.openFor(claim.itemId)) claims.close(other.id, 'rejected', 'given to somebody else');
  items.setStatus(claim.itemId, 'returned');
  return { ...exports.get(id), toPay: itemService.fee(claim.itemId).fee };
};

exports.reject = (id, reason) => {
  const claim = find(id);
  if (claim.state !== 'open') throw new HttpError(409, `claim ${id} is ${claim.state}`);
  if (!reason) throw HttpError.invalid({ reason: 'is missing' });
  claims.close(id, 'rejected', reason);
  if (claims.openFor(claim.itemId).length === 0) items.setStatus(claim.itemId, 'stored');
  return exports.get(id);
};
