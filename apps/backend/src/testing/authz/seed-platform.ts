// Values for operations on the platform itself, which belongs to no company.
import type { Database } from '@gatehouse/schema/database'
import type { KnownValues } from './compose-operation.ts'

const alias = 'svc/chat-default'
const price = { input: '1', cachedInput: '0.1', output: '2' }

/** The aliases must have been added. */
export async function seedPlatform(database: Database): Promise<KnownValues> {
  return { ...(await describeCatalog(database)) }
}

async function describeCatalog(database: Database): Promise<KnownValues> {
  const { id: routeId } = await database
    .selectFrom('model_routes')
    .select('id')
    .where('alias', '=', 'svc/embed-default')
    .executeTakeFirstOrThrow()
  return {
    'setAlias.alias': alias,
    'setRoute.route': { alias, position: 0, baseUrl: 'http://127.0.0.1:9/v1', providerModel: 'other' },
    'removeRoute.routeId': routeId,
    ...qualify('setPrice', { alias, ...price }),
    ...qualify('previewPrice', { alias, ...price, days: 30 }),
  }
}

function qualify(operation: string, values: KnownValues): KnownValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${operation}.${name}`, value]))
}
