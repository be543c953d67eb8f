// Short synthesized sounds for events. They are off by default.
import type { EventType } from '../engine/types';
import type { Session } from './session.svelte';
import { settings } from './settings.svelte';

let context: AudioContext | undefined;

interface Sound {
    /** Hertz at the beginning and at the end. */
    from: number;
    to: number;
    seconds: number;
    shape: OscillatorType;
    volume: number;
}

const SOUNDS: Partial<Record<EventType | 'turn', Sound>> = {
    bid: { from: 620, to: 520, seconds: 0.06, shape: 'triangle', volume: 0.25 },
    nominated: { from: 520, to: 420, seconds: 0.09, shape: 'triangle', volume: 0.3 },
    'plant-bought': { from: 240, to: 90, seconds: 0.14, shape: 'triangle', volume: 0.5 },
    'fuel-bought': { from: 900, to: 500, seconds: 0.05, shape: 'triangle', volume: 0.25 },
    connected: { from: 320, to: 160, seconds: 0.1, shape: 'triangle', volume: 0.4 },
    powered: { from: 110, to: 440, seconds: 0.25, shape: 'sawtooth', volume: 0.12 },
    'plant-drawn': { from: 1400, to: 800, seconds: 0.04, shape: 'square', volume: 0.05 },
    'step-begins': { from: 196, to: 392, seconds: 0.3, shape: 'triangle', volume: 0.35 },
    'game-ended': { from: 392, to: 196, seconds: 0.5, shape: 'triangle', volume: 0.35 },
    turn: { from: 523, to: 784, seconds: 0.18, shape: 'sine', volume: 0.3 },
};

function play(name: keyof typeof SOUNDS, after = 0): void {
    const sound = SOUNDS[name];
    if (sound === undefined || !settings.sounds) return;
    context ??= new AudioContext();
    const start = context.currentTime + after;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = sound.shape;
    tone.frequency.setValueAtTime(sound.from, start);
    tone.frequency.exponentialRampToValueAtTime(sound.to, start + sound.seconds);
    gain.gain.setValueAtTime(sound.volume, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + sound.seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + sound.seconds);
}

/** Plays sounds for the events of a session. Returns the function that stops them. */
export function playSounds(session: Session): () => void {
    return session.onEntry(({ events }) => {
        const heard = [...new Set(events.map((event) => event.type))].filter((type) => type in SOUNDS);
        heard.slice(0, 3).forEach((type, index) => play(type, index * 0.08));
        if (session.myTurn) play('turn', 0.25);
    });
}
