'use strict';

const fs = require('fs');
const path = require('path');
const config = require('../../config');
const vehicles = require('../repositories/vehicleRepository');
const jobService = require('./jobService');
const { addTax, formatMoney } = require('../utils/money');

const viewsDir = path.join(__dirname, '../../views');

function buildInvoice(jobId) {
  const job = jobService.getJob(jobId);
  const { total } = jobService.estimate(job);
  const amounts = addTax(total, config.workshop.taxRate);
  return {
    number: `${config.invoices.prefix}-${String(job.id).padStart(4, '0')}`,
    customer: vehicles.findById(job.vehicleId).owner.name,
    dueDays: config.invoices.dueDays,
    ...amounts,
  };
}

function renderInvoice(jobId) {
  const invoice = buildInvoice(jobId);
  const template = fs.readFileSync(path.join(viewsDir, config.invoices.template), 'utf8');
  const values = {
    workshop: config.workshop.name,
    number: invoice.number,
    customer: invoice.customer,
    gross: formatMoney(invoice.gross, config.workshop.currency),
    days: String(invoice.dueDays),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key].trim());
}

module.exports = { buildInvoice, renderInvoice };
