// Converts the stored rows into the catalog that a gateway uses. An invalid row affects only itself: it is left out and
// reported.
import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'
import { type AliasEntry, type Route, capabilities } from './alias.ts'
import { parseProviderUrl } from './providers.ts'
import type { ReadCredential } from './read-credential.ts'
import type { StoredAlias, StoredCatalog, StoredRoute } from './stored-catalog.ts'

export type ComposedCatalog = {
  /** Only enabled aliases, in order of their names. */
  entries: ReadonlyMap<string, AliasEntry>
  problems: readonly CatalogProblem[]
}

/** A problem and its consequence, for operators. Contains no secret. */
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

/** A release older than the database may find a capability that it does not know. */
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

/** Reads each credential once, even if several routes name it. */
async function readCredentials(
  routes: readonly StoredRoute[],
  readCredential: ReadCredential,
): Promise<Credentials> {
  const references = new Set(routes.flatMap(({ credentialRef }) => credentialRef ?? []))
  const read = async (reference: string): Promise<CredentialOutcome> => {
    try {
      return { kind: 'read', secret: await readCredential(reference) }
    } catch (thrown) {
      // The message of any other error may quote the credential.
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
    return { kind: 'unusable', message: 'the base URL of the route is invalid: the route is left out' }
  }
  if (credentialRef === null) return { kind: 'usable', route: { ...route, baseUrl, credential: null } }
  const credential = credentials.get(credentialRef)
  if (credential?.kind === 'read') {
    return { kind: 'usable', route: { ...route, baseUrl, credential: credential.secret } }
  }
  return { kind: 'unusable', message: `${credential?.message ?? 'no credential'}: the route is left out` }
}
