import { defineMutation } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'
import { recordGeneratorChange } from './record-generator-change.ts'

export const stopGenerator = defineMutation({
  name: 'stopGenerator',
  description: 'Stops the match-score generator after its current batches. Does nothing if it is stopped.',
  inputs: {},
  returns: generatorStatusType,
  cost: 50,
  async resolve(context) {
    const status = await context.deps.generator.stop()
    await recordGeneratorChange(context, 'generator.stop')
    return status
  },
})
