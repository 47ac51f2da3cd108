// A form that sends one mutation: busy while it is sent, and the fault at the field that it is about. Browsers check
// what they can (`required`, `type`, `minlength`); everything else is decided by the server.
import { type FormEvent, useRef, useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../graphql/console-fault.ts'

export type FormState = {
  isBusy: boolean
  /** The fault if it belongs to no field of the form. */
  fault: ConsoleFault | undefined
  faultOf: (input: string) => string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  clear: () => void
}

type Work = (values: (name: string) => string, form: HTMLFormElement) => Promise<void>

/** `inputs` are the names of the fields that can show a fault. */
export function useForm(inputs: readonly string[], work: Work): FormState {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ConsoleFault>()
  // State is set after the next paint; two clicks before it would send twice.
  const isSending = useRef(false)
  const input = fault?.input?.split('.').at(-1)
  const atField = input !== undefined && inputs.includes(input)
  return {
    isBusy,
    fault: atField ? undefined : fault,
    faultOf: (name) => (atField && name === input ? fault?.message : undefined),
    clear: () => setFault(undefined),
    onSubmit(event) {
      event.preventDefault()
      if (isSending.current) return
      const form = event.currentTarget
      const data = new FormData(form)
      const read = (name: string) => {
        const value = data.get(name)
        return typeof value === 'string' ? value : ''
      }
      isSending.current = true
      setBusy(true)
      setFault(undefined)
      work(read, form)
        .catch((thrown: unknown) => {
          const found = toConsoleFault(thrown)
          setFault(found)
          focusInput(form, found.input?.split('.').at(-1))
        })
        .finally(() => {
          isSending.current = false
          setBusy(false)
        })
    },
  }
}

function focusInput(form: HTMLFormElement, name: string | undefined): void {
  const element = name === undefined ? null : form.elements.namedItem(name)
  if (element instanceof HTMLElement) element.focus()
}
