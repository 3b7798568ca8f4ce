const number = new Intl.NumberFormat('en-GB');

export function summarise(accessions) {
  const families = new Map();
  for (const accession of accessions) {
    const { family } = accession.taxon;
    const sum = families.get(family) ?? { accessions: 0, seeds: 0, countries: new Set() };
    sum.accessions += 1;
    sum.seeds += accession.seeds;
    sum.countries.add(accession.country);
    families.set(family, sum);
  }
  return [...families]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([family, sum]) => ({
      family,
      accessions: sum.accessions,
      seeds: number.format(sum.seeds),
      countries: [...sum.countries].toSorted(),
    }));
}
