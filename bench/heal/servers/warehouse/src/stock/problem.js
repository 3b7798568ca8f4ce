export class Problem extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'Problem';
    this.status = status;
  }
}
