import type { Owners } from './owned-tables.ts'

/** Redis key prefix → the package that spells it. Other packages use what that package exports. */
export const ownedRedisPrefixes: Owners = {
  'gatehouse:events': 'domain/companies',
  'gatehouse:keys': 'domain/keys',
  'gatehouse:limits': 'domain/limits',
  'gatehouse:{logs}': 'foundation/redis',
  'gatehouse:routes': 'domain/models',
}
