import { defineQuery } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'

export const generatorStatus = defineQuery({
  name: 'generatorStatus',
  description: 'The status of the match-score generator, as reported by the AI service.',
  inputs: {},
  returns: generatorStatusType,
  cost: 20,
  resolve: ({ deps }) => deps.generator.readStatus(),
})
