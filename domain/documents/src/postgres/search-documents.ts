import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { searchConfigs } from '../language/search-config.ts'
import { indexedCharactersMax } from './advance-document.ts'

export type DocumentQuery = {
  companyId: string
  /** Web search syntax: words, "phrases", -excluded, or. */
  words: string
  limit?: number
}

export type FoundDocument = { id: string; fileName: string; talentId: string | null; excerpt: string }

/** Best match first. A word matches literally and in its inflected forms in the document's language. */
export async function searchDocuments(
  postgres: Queryable,
  { companyId, words, limit = 20 }: DocumentQuery,
): Promise<FoundDocument[]> {
  const { rows } = await postgres.query<{
    id: string
    file_name: string
    talent_id: string | null
    excerpt: string
  }>(
    // A document is searched with the stemmer of its own language only: another stemmer could turn an excluded word
    // into a different one. The excerpt shows as many of the query's words as possible. So the query for the excerpt
    // omits the language term, which occurs in no text, and does not require all words: if they were far apart,
    // Postgres would show the beginning of the text instead.
    `with queries as (
       select config, plain, stemmed, replace(querytree(stemmed), ' & ', ' | ')::tsquery as shown
         from unnest($3::text[]) config,
              websearch_to_tsquery('simple', $2) plain,
              websearch_to_tsquery(config::regconfig, $2) stemmed
        where plain::text <> '' and stemmed::text <> ''),
     found as (
       select d.id, d.file_name, d.talent_id, t.text, t.language, ts_rank(t.search, query) as rank
         from (select string_agg(format('(%s | %s) & ''language:%s''', plain, stemmed, config), ' | ')::tsquery as query
                 from queries) whole,
              document_texts t
         join documents d on d.company_id = t.company_id and d.id = t.document_id
        where t.search @@ (query && ('''company:' || $1::uuid || '''')::tsquery)
          and t.company_id = $1 and d.status in ('READ', 'PARSED')
        order by rank desc, d.id desc
        limit $4)
     select id, file_name, talent_id,
            ts_headline(config::regconfig, left(text, ${indexedCharactersMax}), shown,
                        'StartSel=«, StopSel=», MaxWords=20, MinWords=8') as excerpt
       from found join queries on config = coalesce($5::jsonb ->> language, 'simple')
      order by rank desc, id desc`,
    [companyId, words, ['simple', ...Object.values(searchConfigs)], limit, JSON.stringify(searchConfigs)],
  )
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    talentId: row.talent_id,
    excerpt: row.excerpt,
  }))
}
