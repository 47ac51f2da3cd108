import { formatCredits } from '@gatehouse/credits/credit'
import type { Alias, Price } from '@gatehouse/models/alias'
import { readCatalog } from '@gatehouse/models/read-catalog'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { capabilityType } from '../platform/catalog-types.ts'

type OfferedModel = { alias: Alias; price: Price | null }

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
  'A model that keys can call, by its alias. `contextTokens` is null if it is not known; `price` is null if none is set yet.',
  {
    alias: field(shapes.string, ({ alias }) => alias.alias),
    capability: field(capabilityType, ({ alias }) => alias.capability),
    maxOutputTokens: field(shapes.int, ({ alias }) => alias.maxOutputTokens),
    contextTokens: field(optional(shapes.int), ({ alias }) => alias.contextTokens),
    price: field(optional(pricePerMillionType), ({ price }) => price),
  },
)

export const modelOperations: readonly Operation[] = [
  defineQuery({
    name: 'models',
    description: 'The models that keys of the company can call, in order of their aliases.',
    inputs: { companyId: inputs.id },
    returns: listOf(modelType),
    cost: 20,
    async resolve({ deps }) {
      const { aliases, prices } = await readCatalog(deps.database)
      return aliases
        .filter(({ isEnabled }) => isEnabled)
        .map((alias) => ({ alias, price: prices.get(alias.alias) ?? null }))
    },
  }),
]
