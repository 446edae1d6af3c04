import { harmless } from './harmless';

/** Listens to events of the window, also those that bubble up or down to it; what `run` throws reaches nobody. */
export function on<Type extends keyof (WindowEventMap & DocumentEventMap)>(
  types: Type[],
  run: (event: (WindowEventMap & DocumentEventMap)[Type]) => void,
): void {
  // In the capturing phase: a page may keep an event from going further.
  for (const type of types) addEventListener(type, harmless(run) as EventListener, true);
}
