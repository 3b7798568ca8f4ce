'use strict';

const vehicles = require('../repositories/vehicleRepository');
const jobs = require('../repositories/jobRepository');
const ApiError = require('../utils/ApiError');
const { pick } = require('../utils/objects');

const PUBLIC_FIELDS = ['id', 'plate', 'make', 'model', 'year'];

function listVehicles({ make } = {}) {
  const found = make ? vehicles.where((vehicle) => vehicle.make.toLowerCase() === make.toLowerCase()) : vehicles.all();
  return found.map((vehicle) => pick(vehicle, PUBLIC_FIELDS));
}

function getVehicle(plate) {
  const vehicle = vehicles.findByPlate(plate);
  if (!vehicle) throw ApiError.notFound('Vehicle');
  return vehicle;
}

function getHistory(plate) {
  const vehicle = getVehicle(plate);
  return {
    vehicle: pick(vehicle, PUBLIC_FIELDS),
    owner: vehicle.owner.name,
    jobs: jobs.forVehicle(vehicle.id).map(({ id, title, status }) => ({ id, title, status })),
  };
}

module.exports = { listVehicles, getVehicle, getHistory };
