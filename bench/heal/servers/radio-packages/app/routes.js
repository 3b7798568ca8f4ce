'use strict';

const { fail, slug } = require('./text');
const { DAYS, kinds } = require('./constants');

function mount(router, { config, store, views, desk }) {
  const hostOf = (show) => store.table('hosts').find((host) => host.id === show.hostId);
  const showView = (show) => ({ id: show.id, title: show.title, host: hostOf(show).name, kind: kinds[show.kind].label });

  router.get('/', () => ({ body: { station: config.station.name, frequency: config.station.frequency, days: DAYS.length } }));

  router.get('/shows', ({ query }) => {
    const day = query.get('day');
    if (day && !DAYS.includes(day)) throw fail(400, `${day} is no day`);
    const shows = store.table('shows').filter((show) => !day || show.days.includes(day));
    return { body: shows.map(showView) };
  });

  router.get('/shows/:id', ({ params }) => {
    const show = store.find('shows', params.id);
    return { body: { ...showView(show), slug: slug(show.title), starts: show.starts, days: show.days } };
  });

  router.get('/programme/:day', ({ params }) => {
    if (!DAYS.includes(params.day)) throw fail(404, `${params.day} is no day`);
    const shows = store.table('shows').filter((show) => show.days.includes(params.day));
    const page = views.render('programme', { station: config.station, day: params.day, shows: shows.map((show) => ({ ...show, host: hostOf(show) })) });
    return { type: 'html', body: page };
  });

  router.get('/charts', () => ({ body: store.get('charts') }));

  router.post('/requests', ({ body }) => {
    const { listener, track } = body;
    if (!listener || !track) throw fail(400, 'listener and track are needed');
    const request = desk.place(listener, track);
    return { status: 201, body: { number: request.number, title: request.track.title, waiting: desk.waiting().length } };
  });

  router.get('/requests', () => {
    const list = desk.waiting().map(({ number, listener, track }) => ({ number, listener, title: track.title }));
    return { type: 'html', body: views.render('requests', { station: config.station, list, count: list.length }) };
  });
}

module.exports = { mount };
