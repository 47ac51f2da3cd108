import { formatCredits } from '@gatehouse/credits/credit'
import type { Alias, Price } from '@gatehouse/models/alias'
import { readCatalog } from '@gatehouse/models/read-catalog'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { capabilityType } from '../platform/catalog-types.ts'

type OfferedModel = { alias: Alias; price: Price | null; supportsJsonSchema: boolean }

const pricePerMillionType = defineObject<Price>(
  'PriceInForce',
  'What a call of the model costs now, in credits per million tokens.',
  {
    version: field(shapes.string, (price) => String(price.version)),
    inputPerMillion: field(shapes.string, (price) => formatCredits(price.inputMicrosPerMillion)),
    cachedInputPerMillion: field(shapes.string, (price) => formatCredits(price.cachedInputMicrosPerMillion)),
    outputPerMillion: field(shapes.string, (price) => formatCredits(price.outputMicrosPerMillion)),
  },
)

const modelType = defineObject<OfferedModel>(
  'Model',
  'A model that keys can call, by its alias. `contextTokens` is null if it is not known; `price` is null if none is set yet. `supportsJsonSchema` says whether every route of the model can be asked for JSON.',
  {
    alias: field(shapes.string, ({ alias }) => alias.alias),
    capability: field(capabilityType, ({ alias }) => alias.capability),
    maxOutputTokens: field(shapes.int, ({ alias }) => alias.maxOutputTokens),
    contextTokens: field(optional(shapes.int), ({ alias }) => alias.contextTokens),
    price: field(optional(pricePerMillionType), ({ price }) => price),
    supportsJsonSchema: field(shapes.boolean, (model) => model.supportsJsonSchema),
  },
)

/** A call can take any of the routes, so one route without it is enough to refuse. */
function declaresJson(routes: readonly { supportsJsonSchema: boolean }[]): boolean {
  return routes.length > 0 && routes.every(({ supportsJsonSchema }) => supportsJsonSchema)
}

export const modelOperations: readonly Operation[] = [
  defineQuery({
    name: 'models',
    description: 'The models that keys of the company can call, in order of their aliases.',
    inputs: { companyId: inputs.id },
    returns: listOf(modelType),
    cost: 20,
    async resolve({ deps }) {
      const { aliases, prices, routes } = await readCatalog(deps.database)
      const usable = routes.filter(({ isEnabled }) => isEnabled)
      return aliases
        .filter(({ isEnabled }) => isEnabled)
        .map((alias) => ({
          alias,
          price: prices.get(alias.alias) ?? null,
          supportsJsonSchema: declaresJson(usable.filter((route) => route.alias === alias.alias)),
        }))
    },
  }),
]
