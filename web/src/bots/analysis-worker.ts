// A game is analysed here, off the page's thread. The page ends the worker to cancel it.
import { engine, recordsModule, weights } from '../engine/load';
import type { AnalysisAnswer, AnalysisRequest } from './analysis-protocol';
import { analyse } from './analysis-run';

const parts = { engine, records: recordsModule, weights, now: () => performance.now() };

onmessage = ({ data }: MessageEvent<AnalysisRequest>) => void analyse(data, parts, (answer: AnalysisAnswer) => postMessage(answer));
