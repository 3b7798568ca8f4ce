import Koa from 'koa';
import { loadSite } from './core/site.js';
import { loadArticles } from './core/articles.js';
import { Comments } from './core/comments.js';
import { errors } from './api/errors.js';
import { body } from './api/body.js';
import { Router } from './api/router.js';
import articleRoutes from './api/articles.js';
import feedRoutes from './api/feed.js';

const site = await loadSite();
const articles = await loadArticles();
const comments = new Comments(site.comments);

const router = new Router();
router.get('/health', (ctx) => {
  ctx.body = { up: true, articles: articles.length };
});
articleRoutes(router, { site, articles, comments });
feedRoutes(router, { site, articles });

const app = new Koa();
app.silent = true;
app.on('error', (error) => console.error(error));
app.use(errors());
app.use(body());
app.use(router.routes());

app.listen(process.env.PORT ?? 3000);
