import { parseArgs } from 'node:util'
import { type Capability, capabilities } from '@gatehouse/models/alias'
import { setAlias } from '@gatehouse/models/set-alias'
import { required, wholeNumber, wholeNumberIfGiven } from './option-values.ts'
import type { Subcommand } from './subcommand.ts'

const options = {
  alias: { type: 'string' },
  capability: { type: 'string' },
  'max-output-tokens': { type: 'string' },
  'context-tokens': { type: 'string' },
  disabled: { type: 'boolean' },
} as const

export const setAliasSubcommand: Subcommand = {
  usage: `models set-alias --alias NAME --capability ${capabilities.join('|')} --max-output-tokens N [--context-tokens N] [--disabled]`,
  read(words) {
    const { values } = parseArgs({ args: [...words], options })
    const alias = {
      alias: required('--alias', values.alias),
      capability: readCapability(values.capability),
      maxOutputTokens: wholeNumber('--max-output-tokens', values['max-output-tokens'], { min: 0 }),
      contextTokens: wholeNumberIfGiven('--context-tokens', values['context-tokens'], { min: 1 }),
      isEnabled: !values.disabled,
    }
    return async (deps) => {
      const outcome = await setAlias(deps, alias)
      return `${alias.alias} was ${outcome}${alias.isEnabled ? '' : ', and is switched off'}`
    }
  },
}

function readCapability(text: string | undefined): Capability {
  const capability = capabilities.find((known) => known === text)
  if (capability === undefined) throw new TypeError(`--capability must be one of ${capabilities.join(', ')}`)
  return capability
}
