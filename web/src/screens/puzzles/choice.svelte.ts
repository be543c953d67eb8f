// The puzzles that somebody has chosen to practise, until the page is closed.
import type { PuzzleChoice } from '../../game/puzzles';

export const puzzleChoice: PuzzleChoice = $state({ phase: null, grade: null });
