'use strict';

const express = require('express');
const { describe } = require('./desk');

const app = express();
app.get('/parcels/:number', (req, res) => res.json(describe(Number(req.params.number))));
app.listen(process.env.PORT || 3000);
