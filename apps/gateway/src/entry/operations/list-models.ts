import type { Catalog } from '@gatehouse/models/create-catalog'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { z } from 'zod'
import { catalogMissing } from '../../gateway-faults.ts'
import { mayCall } from '../../model/read-model-call.ts'
import { modelBody, modelOutput } from './model-body.ts'
import { type Operation, defineOperation } from './operation.ts'

const output = z.object({ object: z.literal('list'), data: z.array(modelOutput) })

type ListModelsDeps = { catalog: Pick<Catalog, 'list' | 'isLoaded'>; names: ServiceNames }

/** Lists the aliases this key may call. */
export function listModels({ catalog, names }: ListModelsDeps): Operation {
  return defineOperation({
    name: 'list_models',
    title: 'List models',
    description: 'The model aliases that this key may call, with their prices.',
    rest: { method: 'GET', path: '/models' },
    scope: 'inference:chat',
    isBillable: false,
    capabilities: [],
    input: z.object({}),
    output,
    async run(_input, { key }) {
      if (!catalog.isLoaded()) throw catalogMissing()
      const aliases = catalog.list().filter(({ alias }) => mayCall(key, alias))
      const data = aliases.map((entry) => modelBody(entry, names))
      return { body: { object: 'list', data } satisfies z.input<typeof output> }
    },
  })
}
