import { parseArgs } from 'node:util'
import { setPrice } from '@gatehouse/models/set-price'
import { priceMicros, required } from './option-values.ts'
import type { Subcommand } from './subcommand.ts'

const options = {
  alias: { type: 'string' },
  input: { type: 'string' },
  'cached-input': { type: 'string' },
  output: { type: 'string' },
} as const

export const setPriceSubcommand: Subcommand = {
  usage: 'models set-price --alias NAME --input CREDITS --cached-input CREDITS --output CREDITS',
  read(words) {
    const { values } = parseArgs({ args: [...words], options })
    const price = {
      alias: required('--alias', values.alias),
      inputMicrosPerMillion: priceMicros('--input', values.input),
      cachedInputMicrosPerMillion: priceMicros('--cached-input', values['cached-input']),
      outputMicrosPerMillion: priceMicros('--output', values.output),
    }
    return async (deps) => {
      const { kind, version } = await setPrice(deps, price)
      return kind === 'set'
        ? `${price.alias} has price version ${version} from now on`
        : `${price.alias} has this price already, as version ${version}`
    }
  },
}
