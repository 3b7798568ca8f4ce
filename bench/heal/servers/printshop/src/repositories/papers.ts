import type { Paper } from '../types.js';

export class PaperRepository {
  constructor(private readonly papers: Paper[]) {}

  findByCode(code: string): Paper | null {
    return this.papers.find((paper) => paper.code === code) ?? null;
  }

  list({ gsm, inStock }: { gsm?: number; inStock?: boolean } = {}): Paper[] {
    return this.papers
      .filter((paper) => gsm === undefined || paper.gsm === gsm)
      .filter((paper) => !inStock || paper.stock >= 1000);
  }

  take(code: string, sheets: number): boolean {
    const paper = this.findByCode(code);
    if (paper === null || paper.stock < sheets) return false;
    paper.stock -= sheets;
    return true;
  }
}
