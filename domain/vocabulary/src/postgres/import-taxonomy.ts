// Imports a published taxonomy in batches of rows within one transaction: concurrent readers see the previous version,
// and a truncated file changes nothing. Importing a file again is a no-op, and a newer file replaces the names that its
// predecessor had.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { foldName } from '../taxonomy/fold-name.ts'
import { type TableRow, readTable } from '../taxonomy/read-table.ts'
import { type TaxonomyEntry, type TaxonomySource, findTaxonomySource } from '../taxonomy/taxonomy-source.ts'

export type ImportOutcome =
  | { kind: 'imported'; source: string; rows: number; names: number; concepts: number; removed: number }
  /** The columns match no known file. */
  | { kind: 'unknown_file'; columns: readonly string[] }

export type TaxonomyFile = {
  chunks: AsyncIterable<string>
  onProgress(progress: { rows: number }): void
}

const batchRows = 2_000

type Batch = { source: TaxonomySource; importId: string; entries: readonly TaxonomyEntry[] }

export async function importTaxonomy(
  tx: Queryable,
  { chunks, onProgress }: TaxonomyFile,
): Promise<ImportOutcome> {
  let source: TaxonomySource | undefined
  let importId = ''
  let rows = 0
  let entries: TaxonomyEntry[] = []
  for await (const row of readTable(chunks)) {
    if (!source) {
      source = findTaxonomySource(row)
      if (!source) return { kind: 'unknown_file', columns: [...row.keys()] }
      importId = await beginImport(tx, source)
    }
    rows += 1
    entries.push(...readEntry(source, row))
    if (entries.length < batchRows) continue
    await writeBatch(tx, { source, importId, entries })
    entries = []
    onProgress({ rows })
  }
  if (!source) return { kind: 'unknown_file', columns: [] }
  await writeBatch(tx, { source, importId, entries })
  const counts = await endImport(tx, source.name, importId)
  return { kind: 'imported', source: source.name, rows, ...counts }
}

function readEntry(source: TaxonomySource, row: TableRow): TaxonomyEntry[] {
  const entry = source.read(row)
  return entry ? [entry] : []
}

/** Locks the row of the source, so that a concurrent import of the same file waits: the two would undo each other. */
async function beginImport(tx: Queryable, { name }: TaxonomySource): Promise<string> {
  const { rows } = await tx.query<{ import_id: string }>(
    `insert into taxonomy_imports as i (source) values ($1)
     on conflict (source) do update set import_id = i.import_id + 1, imported_at = now()
     returning import_id::text`,
    [name],
  )
  return rows[0]?.import_id ?? '1'
}

async function writeBatch(tx: Queryable, { source, importId, entries }: Batch): Promise<void> {
  if (entries.length === 0) return
  const { kind, scheme, name: file } = source
  const concepts = new Map(
    entries.map(({ conceptId, label, iscoGroup }) => [conceptId, { label, iscoGroup }]),
  )
  await tx.query(
    `insert into taxonomy_concepts as c (kind, scheme, id, label, isco_group)
     select $1, $2, i.id, i.label, i.isco_group from unnest($3::text[], $4::text[], $5::text[]) as i (id, label, isco_group)
     on conflict (kind, scheme, id) do update
        set label = coalesce(excluded.label, c.label), isco_group = coalesce(excluded.isco_group, c.isco_group)
      where (coalesce(excluded.label, c.label), coalesce(excluded.isco_group, c.isco_group))
            is distinct from (c.label, c.isco_group)`,
    [
      kind,
      scheme,
      [...concepts.keys()],
      [...concepts.values()].map(({ label }) => label),
      [...concepts.values()].map(({ iscoGroup }) => iscoGroup),
    ],
  )
  const names = [...distinctNames(entries).values()]
  await tx.query(
    `insert into taxonomy_names as n (kind, folded, scheme, concept_id, source, name, is_preferred, import_id)
     select $1, i.folded, $2, i.concept_id, $3, i.name, i.is_preferred, $4
       from unnest($5::text[], $6::text[], $7::text[], $8::boolean[]) as i (folded, concept_id, name, is_preferred)
     on conflict (kind, folded, scheme, concept_id, source) do update
        set import_id = excluded.import_id, name = excluded.name,
            is_preferred = excluded.is_preferred
                           or (n.import_id = excluded.import_id and n.is_preferred)`,
    [
      kind,
      scheme,
      file,
      importId,
      names.map(({ folded }) => folded),
      names.map(({ conceptId }) => conceptId),
      names.map(({ name }) => name),
      names.map(({ isPreferred }) => isPreferred),
    ],
  )
}

type Name = { folded: string; conceptId: string; name: string; isPreferred: boolean }

/** Each name of a concept once; the label comes first, so that it stays the preferred name. */
function distinctNames(entries: readonly TaxonomyEntry[]): Map<string, Name> {
  const names = new Map<string, Name>()
  for (const { conceptId, label, names: own } of entries) {
    for (const name of own) {
      const folded = foldName(name)
      const key = `${folded}\n${conceptId}`
      if (folded !== '' && !names.has(key))
        names.set(key, { folded, conceptId, name, isPreferred: name === label })
    }
  }
  return names
}

/**
 * Deletes the names that the previous version of this file had and this one does not, and then the concepts without any
 * name.
 */
async function endImport(tx: Queryable, source: string, importId: string) {
  const removed = await tx.query('delete from taxonomy_names where source = $1 and import_id <> $2', [
    source,
    importId,
  ])
  await tx.query(
    `delete from taxonomy_concepts c where not exists (
       select from taxonomy_names n where (n.kind, n.scheme, n.concept_id) = (c.kind, c.scheme, c.id))`,
  )
  const { rows } = await tx.query<{ names: number; concepts: number }>(
    `select count(*)::int as names, count(distinct concept_id)::int as concepts from taxonomy_names where source = $1`,
    [source],
  )
  const { names = 0, concepts = 0 } = rows[0] ?? {}
  return { names, concepts, removed: removed.rowCount ?? 0 }
}

export type ImportedSource = { source: string; importedAt: Date; names: number; concepts: number }

export async function listImports(postgres: Queryable): Promise<ImportedSource[]> {
  const { rows } = await postgres.query<{
    source: string
    imported_at: Date
    names: number
    concepts: number
  }>(
    `select i.source, i.imported_at, count(n.folded)::int as names, count(distinct n.concept_id)::int as concepts
       from taxonomy_imports i left join taxonomy_names n on n.source = i.source
      group by i.source, i.imported_at order by i.source`,
  )
  return rows.map(({ imported_at: importedAt, ...row }) => Object.assign(row, { importedAt }))
}
