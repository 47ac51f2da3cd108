import { defineMutation } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'
import { recordGeneratorChange } from './record-generator-change.ts'

export const startGenerator = defineMutation({
  name: 'startGenerator',
  description: 'Starts the match-score generator. Does nothing if it is running.',
  inputs: {},
  returns: generatorStatusType,
  cost: 50,
  async resolve(context) {
    const status = await context.deps.generator.start()
    await recordGeneratorChange(context, 'generator.start')
    return status
  },
})
