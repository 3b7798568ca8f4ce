import { Hono } from 'hono';
import { currentMember, requestTimer, requireRole } from './middleware.js';
import { courses } from './routes/courses.js';
import { enrolments } from './routes/enrolments.js';
import { members } from './routes/members.js';

export function createApp() {
  const app = new Hono();
  app.use(requestTimer());
  app.get('/health', (c) => c.json({ ok: true }));
  app.route('/courses', courses);
  app.use(currentMember);
  app.route('/enrolments', enrolments);
  app.use('/members/*', requireRole('admin', 'trainer'));
  app.route('/members', members);
  app.notFound((c) => c.json({ error: 'not found' }, 404));
  app.onError((error, c) => {
    if (error.status) return c.json({ error: error.message }, error.status);
    console.error(error);
    return c.json({ error: 'internal error' }, 500);
  });
  return app;
}
