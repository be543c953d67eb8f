// Names of devices. Those of browsers and systems are the same in every language.
import { t } from './text.svelte';

const BROWSERS: Record<string, string> = {
    chrome: 'Chrome',
    edge: 'Edge',
    firefox: 'Firefox',
    opera: 'Opera',
    safari: 'Safari',
    samsung: 'Samsung Internet',
};
const PLATFORMS: Record<string, string> = {
    android: 'Android',
    chromeos: 'ChromeOS',
    ios: 'iOS',
    linux: 'Linux',
    macos: 'macOS',
    windows: 'Windows',
};

/** The name of a device by the server's words. */
export function deviceName({ browser, platform }: { browser: string; platform: string }): string {
    const [program, system] = [BROWSERS[browser], PLATFORMS[platform]];
    if (system === undefined) return program ?? t('device.unknown');
    return t('device.on', { browser: program ?? t('device.other'), platform: system });
}
