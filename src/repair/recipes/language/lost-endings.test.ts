/** The last lines of statements, lost in a merge. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

const routes = `const router = make();

router.get(
  '/jobs',
  wrap(async (req, res) => {
    res.json(await jobs.list(req.query));
  }),
);

router.get('/jobs/:id', (req, res) => {
  res.json(
    view(req.params.id, {
      deep: true,
    }),
  );
});

module.exports = router;
`;

const without = (gone: string): Omit<Case, 'name'> => {
  const text = routes.replace(gone, '');
  return {
    class: 'syntax' as const,
    message: 'missing ) after argument list',
    files: { 'a.js': text },
    at: [['a.js', '‸module.exports']],
    first: { 'a.js': routes },
    ask: null,
  };
};

check(syntax, [
  { name: 'the end of a handler and of its route, before the next route', ...without('  }),\n);\n') },
  {
    name: 'the end of an argument, of a call and of a handler, before the last line',
    ...without('    }),\n  );\n});\n'),
  },
]);
