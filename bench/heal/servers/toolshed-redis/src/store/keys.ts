export const keys = {
  loan: (id: string) => `loan:${id}`,
  openOf: (borrower: string) => `open:${borrower.toLowerCase()}`,
  lent: 'lent',
  due: 'due',
  sequence: 'sequence:loan',
} as const;
