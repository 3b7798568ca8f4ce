'use strict';

const jobService = require('../services/jobService');
const invoiceService = require('../services/invoiceService');

exports.show = (req, res) => {
  const job = jobService.getJob(Number(req.params.id));
  res.json({ ...job, estimate: jobService.estimate(job) });
};

exports.create = (req, res) => {
  const job = jobService.createJob(req.body);
  res.status(201).location(`/api/jobs/${job.id}`).json(job);
};

exports.bays = (req, res) => {
  res.json({ free: jobService.freeBays() });
};

exports.invoice = (req, res) => {
  const jobId = Number(req.params.id);
  if (req.query.format === 'html') return res.type('html').send(invoiceService.renderInvoice(jobId));
  return res.json(invoiceService.buildInvoice(jobId));
};
