import { askOverWire } from '@gatehouse/backend/testing/ask-over-wire'
import {
  type ComposedOperation,
  type KnownValues,
  composeOperation,
} from '@gatehouse/backend/testing/compose-operation'
import {
  type GraphQLSchema,
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, judged } from '../../proof.ts'
import { type BackendSetup, openBackendSetup } from '../../security/authz/backend-setup.ts'
import { barePages, pagesElsewhere } from './bare-pages.ts'
import { type PagedCompany, seedPages } from './seed-pages.ts'

const pageSizes = [1, 20, 100] as const
const [factorMax, addedMsMax] = [3, 10]
const rowsInList = 110

export const proof: Proof = {
  name: 'graphql-paging',
  tier: 'night',
  claim: 'a client reads every list of the GraphQL API in pages of up to 100 entries with all their fields',
  bar: `0 rejected by cost; p95 ≤ ${factorMax} × the bare SQL of the same page at 100 rows, and ≤ the bare SQL + ${addedMsMax} ms at 1 and 20`,
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const { setup, company, schema } = await open(scope, rowsInList)
    const slow: string[] = []
    const rejected: string[] = []
    let pages = 0
    const reject = (page: string, rejection: string | undefined) => {
      pages += 1
      if (rejection !== undefined) rejected.push(`${page}: ${rejection}`)
    }
    for (const name of listConnections(schema))
      for (const size of pageSizes) {
        const page = { name, size, operation: composePage(schema, company, { name, size }) }
        if (pagesElsewhere.has(name)) {
          reject(`${name} at ${size}`, await findRejection(setup, company, page))
          continue
        }
        const measured = await measure(setup, company, { page, rounds: isShort ? 30 : 300 })
        reject(`${name} at ${size}`, measured.rejection)
        const { pageMs, bareMs, returned } = measured
        if (returned < size) throw new Error(`${name} has only ${returned} rows: add more to seed-pages.ts`)
        const isFast = size === 100 ? pageMs <= factorMax * bareMs : pageMs <= bareMs + addedMsMax
        const line = `${name} at ${size}: p95 ${pageMs.toFixed(1)} ms, bare ${bareMs.toFixed(1)} ms, ${returned} rows`
        if (!isFast) slow.push(line)
        progress(line)
      }
    for (const text of [...rejected, ...slow]) progress(`beyond the bar: ${text}`)
    return judged({
      figure: `${pages} pages of ${pages / pageSizes.length} connections, ${rejected.length} rejected, ${slow.length} beyond their time`,
      isPassed: pages > 0 && rejected.length === 0 && slow.length === 0,
    })
  },
  async tryTools(scope) {
    const { setup, company, schema } = await open(scope, 2)
    for (const name of listConnections(schema)) {
      const page = { name, size: 1, operation: composePage(schema, company, { name, size: 1 }) }
      const rejection = pagesElsewhere.has(name)
        ? await findRejection(setup, company, page)
        : (await measure(setup, company, { page, rounds: 1 })).rejection
      if (rejection !== undefined) throw new Error(`${name}: ${rejection}`)
    }
  },
}

async function open(scope: AsyncDisposableStack, rows: number) {
  const setup = await openBackendSetup(scope)
  const company = await seedPages(setup, rows)
  await setup.pool.query('analyze')
  const response = await fetch(`${setup.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await response.json()) as { data: IntrospectionQuery }
  return { setup, company, schema: buildClientSchema(data) }
}

/** The queries with an input `first`. */
function listConnections(schema: GraphQLSchema): string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter((field) => field.args.some(({ name }) => name === 'first'))
    .map(({ name }) => name)
}

function composePage(
  schema: GraphQLSchema,
  { companyId, jobId, meetingId }: PagedCompany,
  { name, size }: { name: string; size: number },
): ComposedOperation {
  const known: KnownValues = { companyId, jobId, meetingId, [`${name}.first`]: size }
  const root = schema.getQueryType()
  const field = root?.getFields()[name]
  if (!root || !field) throw new Error(`there is no query ${name}`)
  return composeOperation(root, field, known)
}

type Page = { name: string; size: number; operation: ComposedOperation }

async function findRejection(
  { url }: BackendSetup,
  { authorization }: PagedCompany,
  { operation }: Page,
): Promise<string | undefined> {
  const { errors } = await askOverWire({ url, authorization }, operation)
  return errors?.[0]?.message
}

/** Measures both ways in turns, so that a slow moment of the machine meets both. */
async function measure(
  { url, pool }: BackendSetup,
  company: PagedCompany,
  { page: { name, size, operation }, rounds }: { page: Page; rounds: number },
) {
  const bare = barePages[name]?.(company, size)
  if (!bare) throw new Error(`add the bare SQL of ${name} to bare-pages.ts`)
  const [pageTimes, bareTimes]: [number[], number[]] = [[], []]
  let rejection: string | undefined
  let returned = 0
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    const beforePage = performance.now()
    const answer = await askOverWire({ url, authorization: company.authorization }, operation)
    const beforeBare = performance.now()
    const { rows } = await pool.query({ text: bare.text, values: [...bare.values] })
    const after = performance.now()
    rejection ??= answer.errors?.[0]?.message
    returned = countRows(answer.data?.[name])
    if (returned !== rows.length)
      throw new Error(`${name}: ${returned} entries, but ${rows.length} rows by bare SQL`)
    // The first rounds warm both up.
    if (round < 0) continue
    pageTimes.push(beforeBare - beforePage)
    bareTimes.push(after - beforeBare)
  }
  return { pageMs: percentile(pageTimes, 0.95), bareMs: percentile(bareTimes, 0.95), rejection, returned }
}

function countRows(answer: unknown): number {
  const nodes = Array.isArray(answer) ? answer : (answer as { nodes?: unknown[] } | null)?.nodes
  return nodes?.length ?? 0
}
