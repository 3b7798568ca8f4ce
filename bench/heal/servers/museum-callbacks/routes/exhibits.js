var express = require('express');
var router = express.Router();
var exhibits = require('../controllers/exhibitController');
var guide = require('../middleware/guide');

router.param('id', exhibits.load);

router.get('/', exhibits.list);
router.get('/rooms', exhibits.rooms);
router.get('/:id', exhibits.show);
router.get('/:id/page', exhibits.page);
router.post('/:id/notes', guide.required, exhibits.addNote);
router.get('/:id/notes', exhibits.notes);

module.exports = router;
