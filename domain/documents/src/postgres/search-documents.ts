import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { searchConfigs } from '../language/search-config.ts'
import { indexedCharactersMax } from './advance-document.ts'

export type DocumentQuery = {
  companyId: string
  /** As in a search box: words, "phrases", -without, or. */
  words: string
  limit?: number
}

export type FoundDocument = { id: string; fileName: string; talentId: string | null; excerpt: string }

/** Best first. A word is found as it stands, and as the document's language bends it. */
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
    // A document is asked in its own language only: in another, a word that must not be there would be another word.
    // The excerpt shows as much as possible of what was asked for. Its query must not demand the language, which no text
    // contains, nor all words at once: Postgres shows the beginning of a text in which they are far apart.
    `with asked as (
       select config, plain, bent, replace(querytree(bent), ' & ', ' | ')::tsquery as shown
         from unnest($3::text[]) config,
              websearch_to_tsquery('simple', $2) plain,
              websearch_to_tsquery(config::regconfig, $2) bent
        where plain::text <> '' and bent::text <> ''),
     found as (
       select d.id, d.file_name, d.talent_id, t.text, t.language, ts_rank(t.search, query) as rank
         from (select string_agg(format('(%s | %s) & ''language:%s''', plain, bent, config), ' | ')::tsquery as query
                 from asked) whole,
              document_texts t
         join documents d on d.company_id = t.company_id and d.id = t.document_id
        where t.search @@ (query && ('''company:' || $1::uuid || '''')::tsquery)
          and t.company_id = $1 and d.status in ('READ', 'PARSED')
        order by rank desc, d.id desc
        limit $4)
     select id, file_name, talent_id,
            ts_headline(config::regconfig, left(text, ${indexedCharactersMax}), shown,
                        'StartSel=«, StopSel=», MaxWords=20, MinWords=8') as excerpt
       from found join asked on config = coalesce($5::jsonb ->> language, 'simple')
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
