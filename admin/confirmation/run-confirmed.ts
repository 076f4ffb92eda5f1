import { createContext, useContext } from 'react'

/** Runs a call. If the server requires the password, asks for it and runs the call again. */
export type RunConfirmed = <T>(act: () => Promise<T>) => Promise<T>

export const ConfirmationContext = createContext<RunConfirmed>((act) => act())

export const useRunConfirmed = (): RunConfirmed => useContext(ConfirmationContext)
