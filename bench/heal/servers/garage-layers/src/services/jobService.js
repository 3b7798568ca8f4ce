'use strict';

const config = require('../../config');
const jobs = require('../repositories/jobRepository');
const parts = require('../repositories/partRepository');
const vehicleService = require('./vehicleService');
const ApiError = require('../utils/ApiError');
const { round } = require('../utils/money');
const logger = require('../utils/logger');

function getJob(id) {
  const job = jobs.findById(id);
  if (!job) throw ApiError.notFound('Job');
  return job;
}

function partsCost(job) {
  return job.parts.reduce((sum, { sku, quantity }) => sum + parts.findBySku(sku).price * quantity, 0);
}

function estimate(job) {
  const labour = round(job.hours * config.workshop.hourlyRate);
  const material = round(partsCost(job));
  return { labour, material, total: round(labour + material) };
}

function freeBays() {
  return config.workshop.bays.filter((bay) => jobs.openIn(bay).length === 0);
}

function createJob({ plate, title, hours, parts: needed = [] }) {
  const vehicle = vehicleService.getVehicle(plate);
  const [bay] = freeBays();
  if (!bay) throw ApiError.conflict('No bay is free');
  const job = jobs.insert({ vehicleId: vehicle.id, title, hours, parts: needed, bay, status: 'open' });
  logger.debug('job created', { id: job.id });
  return { ...job, estimate: estimate(job) };
}

module.exports = { getJob, estimate, freeBays, createJob };
