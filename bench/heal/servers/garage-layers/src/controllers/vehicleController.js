'use strict';

const vehicleService = require('../services/vehicleService');

exports.list = (req, res) => {
  res.json(vehicleService.listVehicles(req.query));
};

exports.show = (req, res) => {
  const { id, plate, make, model, year } = vehicleService.getVehicle(req.params.plate);
  res.json({ id, plate, make, model, year });
};

exports.history = (req, res) => {
  res.json(vehicleService.getHistory(req.params.plate));
};
