class BaseController {
  constructor(translator) {
    this.translator = translator;
  }

  fail(request, response, status, key, values) {
    const locale = this.translator.localeOf(request);
    response.status(status).json({ error: this.translator.text(locale, key, values) });
  }
}

module.exports = BaseController;
