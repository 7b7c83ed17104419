//! Fewer channels, or more.
use symphonia::core::audio::{Channels, Position};

/// How the channels of a sound become others.
#[derive(Clone, Debug, PartialEq)]
pub enum Mix {
    /// They stay as they are.
    Keep,
    /// For each that is made: how much of each that there is.
    Weighed(Vec<Vec<f64>>),
}

/// Those that stand on the left.
const LEFT: Position = Position::FRONT_LEFT
    .union(Position::REAR_LEFT)
    .union(Position::SIDE_LEFT)
    .union(Position::FRONT_LEFT_CENTER);
/// Those that stand on the right.
const RIGHT: Position = Position::FRONT_RIGHT
    .union(Position::REAR_RIGHT)
    .union(Position::SIDE_RIGHT)
    .union(Position::FRONT_RIGHT_CENTER);

impl Mix {
    /// All of `channels` as one.
    pub fn mono(channels: usize) -> Self {
        match channels {
            1 => Self::Keep,
            _ => Self::Weighed(vec![even(&vec![1.0; channels])]),
        }
    }

    /// All of `channels` as two: what stands in the middle is heard on both sides.
    pub fn stereo(channels: &Channels) -> Self {
        let count = channels.count();
        match channels {
            _ if count == 2 => Self::Keep,
            Channels::Positioned(positions) if count > 2 => {
                let side =
                    |deaf: Position| positions.iter().map(|place| heard(place, deaf)).collect::<Vec<_>>();
                Self::Weighed(vec![even(&side(RIGHT)), even(&side(LEFT))])
            }
            _ => Self::Weighed(vec![even(&vec![1.0; count]); 2]),
        }
    }

    /// How many channels it makes of `channels`.
    pub fn count(&self, channels: usize) -> usize {
        match self {
            Self::Keep => channels,
            Self::Weighed(made) => made.len(),
        }
    }

    /// Says the samples of one moment.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "weights make no sample larger than those it is made of"
    )]
    pub fn moment(&self, samples: &[i32], mut say: impl FnMut(i32)) {
        match self {
            Self::Keep => samples.iter().copied().for_each(say),
            Self::Weighed(made) => made.iter().for_each(|weights| {
                let sum: f64 =
                    samples.iter().zip(weights).map(|(sample, weight)| f64::from(*sample) * weight).sum();
                say(sum.round() as i32);
            }),
        }
    }
}

/// How much of a place is heard on a side: nothing of the other side and of the deep tones' own channel.
fn heard(place: Position, deaf: Position) -> f64 {
    match () {
        () if deaf.contains(place) || place == Position::LFE1 => 0.0,
        () if place == Position::FRONT_LEFT || place == Position::FRONT_RIGHT => 1.0,
        () => std::f64::consts::FRAC_1_SQRT_2,
    }
}

/// Weights that are 1 together.
fn even(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum.max(f64::MIN_POSITIVE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(mix: &Mix, samples: &[i32]) -> Vec<i32> {
        let mut made = Vec::new();
        mix.moment(samples, |sample| made.push(sample));
        made
    }

    #[test]
    fn channels_become_one_or_two() {
        assert_eq!(mixed(&Mix::mono(2), &[i32::MAX, i32::MAX]), [i32::MAX]);
        assert_eq!(mixed(&Mix::mono(2), &[100, -50]), [25]);
        let mono = Channels::Positioned(Position::FRONT_CENTER);
        assert_eq!(mixed(&Mix::stereo(&mono), &[7]), [7, 7]);
        let stereo = Channels::Positioned(Position::FRONT_LEFT | Position::FRONT_RIGHT);
        assert_eq!(Mix::stereo(&stereo), Mix::Keep);
        assert_eq!(mixed(&Mix::stereo(&Channels::Discrete(3)), &[3, 6, 9]), [6, 6]);
    }

    #[test]
    fn what_is_left_stays_left() {
        let around = Position::FRONT_LEFT | Position::FRONT_RIGHT | Position::FRONT_CENTER | Position::LFE1;
        let mix = Mix::stereo(&Channels::Positioned(around | Position::REAR_LEFT | Position::REAR_RIGHT));
        assert_eq!(mixed(&mix, &[1000, 0, 0, 9999, 0, 0]), [414, 0]);
        assert_eq!(mixed(&mix, &[0, 0, 1000, 0, 0, 1000]), [293, 586]);
    }
}
