import { defineQuery } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'

export const generatorStatus = defineQuery({
  name: 'generatorStatus',
  description: 'How the match-score generator is, as the AI service says.',
  inputs: {},
  returns: generatorStatusType,
  cost: 20,
  resolve: ({ deps }) => deps.generator.readStatus(),
})
