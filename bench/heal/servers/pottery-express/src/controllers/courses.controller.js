export class CoursesController {
  constructor(courses) {
    this.courses = courses;
  }

  list = (req, res) => {
    res.json(this.courses.list({ tag: req.query.tag }));
  };

  show = (req, res) => {
    res.json(this.courses.bySlug(req.params.slug));
  };

  availability = (req, res) => {
    const { title, free } = this.courses.bySlug(req.params.slug);
    const message = free === 0 ? req.t('course.full', { title }) : req.t('course.left', { count: free });
    res.json({ free, message });
  };
}
