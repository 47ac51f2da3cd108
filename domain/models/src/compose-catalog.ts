// Makes of the stored rows what a gateway uses. One wrong row must not cost more than itself, so it is left out and told
// of, and all the others stay.
import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import { type AliasEntry, type Route, capabilities } from './alias.ts'
import { parseProviderUrl } from './provider-url.ts'
import type { ReadCredential } from './read-credential.ts'
import type { StoredAlias, StoredCatalog, StoredRoute } from './stored-catalog.ts'

export type ComposedCatalog = {
  /** Only those that may be called, in the order of their names. */
  entries: ReadonlyMap<string, AliasEntry>
  problems: readonly CatalogProblem[]
}

/** For operators: what is wrong, and what becomes of it. It holds no secret. */
export type CatalogProblem = { alias: string; routeId?: string; message: string }

export async function composeCatalog(
  stored: StoredCatalog,
  readCredential: ReadCredential,
): Promise<ComposedCatalog> {
  const problems: CatalogProblem[] = []
  const aliases = stored.aliases
    .filter((alias) => alias.isEnabled && isKnown(alias, problems))
    .sort((left, right) => (left.alias < right.alias ? -1 : 1))
  const names = new Set(aliases.map(({ alias }) => alias))
  const routes = stored.routes.filter(({ alias, isEnabled }) => isEnabled && names.has(alias))
  const credentials = await readCredentials(routes, readCredential)
  const usable = new Map(aliases.map(({ alias }) => [alias, [] as Route[]]))
  for (const route of routes) {
    const outcome = composeRoute(route, credentials)
    if (outcome.kind === 'usable') usable.get(route.alias)?.push(outcome.route)
    else problems.push({ alias: route.alias, routeId: route.id, message: outcome.message })
  }
  const entries = new Map<string, AliasEntry>()
  for (const { alias, capability, maxOutputTokens, contextTokens } of aliases) {
    const entry = {
      alias,
      capability,
      maxOutputTokens,
      contextTokens,
      routes: usable.get(alias) ?? [],
      price: stored.prices.get(alias),
    }
    entries.set(alias, entry)
    problems.push(...lacksOf(entry))
  }
  return { entries, problems }
}

/** A release that is older than the database may meet a capability that it has not heard of. */
function isKnown({ alias, capability }: StoredAlias, problems: CatalogProblem[]): boolean {
  if (capabilities.includes(capability)) return true
  problems.push({
    alias,
    message: `the alias has the unknown capability ${capability}: it is left out`,
  })
  return false
}

function lacksOf({ alias, routes, price }: AliasEntry): CatalogProblem[] {
  const problems: CatalogProblem[] = []
  if (routes.length === 0) problems.push({ alias, message: 'the alias has no route: its calls are refused' })
  if (price === undefined) problems.push({ alias, message: 'the alias has no price: its calls are parked' })
  return problems
}

type CredentialOutcome = { kind: 'read'; secret: Secret } | { kind: 'unusable'; message: string }
type Credentials = ReadonlyMap<string, CredentialOutcome>

/** Each is read once, however many routes name it. */
async function readCredentials(
  routes: readonly StoredRoute[],
  readCredential: ReadCredential,
): Promise<Credentials> {
  const references = new Set(routes.flatMap(({ credentialRef }) => credentialRef ?? []))
  const read = async (reference: string): Promise<CredentialOutcome> => {
    try {
      return { kind: 'read', secret: await readCredential(reference) }
    } catch (thrown) {
      // What is no fault of ours may quote what was read.
      const message = thrown instanceof Fault ? thrown.publicMessage : 'the credential cannot be read'
      return { kind: 'unusable', message }
    }
  }
  const outcomes = [...references].map(async (reference) => [reference, await read(reference)] as const)
  return new Map(await Promise.all(outcomes))
}

type RouteOutcome = { kind: 'usable'; route: Route } | { kind: 'unusable'; message: string }

function composeRoute(stored: StoredRoute, credentials: Credentials): RouteOutcome {
  const { alias: _alias, isEnabled: _isEnabled, credentialRef, ...route } = stored
  const baseUrl = parseProviderUrl(stored.baseUrl)
  if (baseUrl === undefined) {
    return { kind: 'unusable', message: 'the base URL of the route is none: the route is left out' }
  }
  if (credentialRef === null) return { kind: 'usable', route: { ...route, baseUrl, credential: null } }
  const credential = credentials.get(credentialRef)
  if (credential?.kind === 'read') {
    return { kind: 'usable', route: { ...route, baseUrl, credential: credential.secret } }
  }
  return { kind: 'unusable', message: `${credential?.message ?? 'no credential'}: the route is left out` }
}
