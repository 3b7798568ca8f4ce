/** The words of SQL that are no names. */

/** The keywords of queries. */
export const sqlWords =
  'select distinct from where and or not in is null like between on as join inner left right outer cross using order by group having limit offset union set into values asc desc insert update delete returning exists case when then else end'.split(
    ' ',
  );
/** Words that only statements have which lay out tables. */
export const layoutWords =
  'create table if not exists index unique primary key references foreign constraint check default integer text real numeric boolean timestamp date serial autoincrement alter add column rename drop cascade'.split(
    ' ',
  );

export const reserved: ReadonlySet<string> = new Set([...sqlWords, ...layoutWords]);
